import {
  type Attributes,
  type Context,
  type Span,
  SpanKind,
  SpanStatusCode,
  context,
  createContextKey,
  propagation,
  trace,
} from '@opentelemetry/api'
import type { CallInfo, Hooks } from '../transport/hooks'
import { attemptName, defined, requestAttributes, urlWithoutQuery } from './attributes'
import { guard } from './guard'
import { createMetrics } from './metrics'
import { type InstrumentOptions, tracerOf } from './options'

/** A span under way, and the context in which it is the active one. */
interface Scope {
  span: Span
  context: Context
}

/** A call under way. */
interface CallState {
  /** The attributes that all attempts of the call share. */
  attributes: Attributes
  /** The span of the call. Absent where the tracer failed to start it. */
  call: Scope | undefined
  /** The span of the attempt under way. */
  attempt: Scope | undefined
}

/** Takes part in a call at each of its events. Returns the context in which the caller's own hook runs. */
export type Observers = {
  [Name in keyof Hooks]-?: (event: Parameters<NonNullable<Hooks[Name]>>[0]) => Context
}

// The key by which the SDKs of OpenTelemetry know that nothing more is to be traced. The key of a description is the same everywhere.
const suppressTracing = /* @__PURE__ */ createContextKey('OpenTelemetry SDK Context Key SUPPRESS_TRACING')

const headerSetter = { set: (headers: Headers, name: string, value: string) => headers.set(name, value) }

const seconds = (ms: number) => Math.max(0, ms) / 1000

/** Ends a span, with its error if there was one. The span ends even where a part of that fails. */
function endSpan(scope: Scope | undefined, attributes: Attributes): void {
  const span = scope?.span
  guard(() => {
    span?.setAttributes(attributes)
    if (attributes['error.type']) span?.setStatus({ code: SpanStatusCode.ERROR })
  })
  guard(() => span?.end())
}

/** Makes the observers that turn the events of calls into spans and metrics. */
export function createCallObservers(options: InstrumentOptions): Observers {
  const { propagate = true } = options
  const tracer = tracerOf(options)
  const instruments = createMetrics(options)
  // Weak, so that nothing of a call is kept once the call is gone. `undefined` marks a call that has ended.
  const states = new WeakMap<CallInfo, CallState | undefined>()

  // The attempts whose requests are not sent yet, by the headers that tell them apart.
  const unsent = new WeakMap<Headers, Scope>()

  const startSpan = (name: string, kind: SpanKind, attributes: Attributes, parent: Context) =>
    guard((): Scope => {
      const span = tracer.startSpan(name, { kind, attributes }, parent)
      return { span, context: trace.setSpan(parent, span) }
    })

  /** The state of a call. The first event of a call makes it, whichever that is; a call that has ended has none. */
  const stateOf = (call: CallInfo): CallState | undefined => {
    if (states.has(call)) return states.get(call)
    const attributes = guard(() => requestAttributes(call)) ?? {}
    const own = { 'event_delivery.operation': call.operation }
    const state: CallState = {
      attributes,
      call: startSpan(
        `event_delivery ${call.operation}`,
        SpanKind.INTERNAL,
        { ...own, ...attributes },
        context.active(),
      ),
      attempt: undefined,
    }
    states.set(call, state)
    return state
  }

  const contextOf = (state: CallState | undefined) =>
    state?.attempt?.context ?? state?.call?.context ?? context.active()

  const endAttempt = (state: CallState, attributes: Attributes) => {
    const { attempt } = state
    state.attempt = undefined
    endSpan(attempt, attributes)
  }

  /** Adds an event to the span of the call. */
  const note = (call: CallInfo, name: string, attributes: Attributes): Context => {
    const state = stateOf(call)
    guard(() => state?.call?.span.addEvent(name, attributes))
    return contextOf(state)
  }

  return {
    start: ({ call }) => contextOf(stateOf(call)),

    request({ call, attempt, headers }) {
      const state = stateOf(call)
      if (!state) return contextOf(state)
      // The attempt before has no answer that was told of.
      if (state.attempt) endAttempt(state, { 'error.type': '_OTHER' })
      const operation = { 'event_delivery.operation': call.operation }
      if (attempt > 1) guard(() => instruments().retries.add(1, operation, contextOf(state)))
      const url = urlWithoutQuery(call.url)
      const resend = attempt > 1 ? { 'http.request.resend_count': attempt - 1 } : {}
      const attributes = { ...state.attributes, 'url.full': url, ...resend }
      state.attempt = startSpan(attemptName(call), SpanKind.CLIENT, attributes, contextOf(state))
      const scope = state.attempt
      if (!scope) return contextOf(state)
      unsent.set(headers, scope)
      if (propagate) guard(() => propagation.inject(scope.context, headers, headerSetter))
      return scope.context
    },

    send({ headers }) {
      const scope = unsent.get(headers)
      if (!scope) return context.active()
      // An instrumentation of `fetch` would write a second `traceparent`, of which a service can read neither.
      const isCarried = propagate && trace.isSpanContextValid(scope.span.spanContext())
      return isCarried ? scope.context.setValue(suppressTracing, true) : scope.context
    },

    response({ call, status, durationMs, requestId, errorName }) {
      const state = stateOf(call)
      const at = contextOf(state)
      if (!state?.attempt) return at
      // The class of an error says nothing that the status of its answer does not say better.
      const errorType = errorName && status && status >= 400 ? `${status}` : errorName
      const result = defined({ 'http.response.status_code': status || undefined, 'error.type': errorType })
      guard(() =>
        instruments().attemptDuration.record(seconds(durationMs), { ...state.attributes, ...result }, at),
      )
      endAttempt(state, { ...result, ...defined({ 'event_delivery.request_id': requestId }) })
      return at
    },

    // Not counted: the retry budget may yet forbid the retry.
    retry: ({ call, attempt, delayMs }) =>
      note(call, 'retry', { 'event_delivery.attempt': attempt, 'event_delivery.delay': seconds(delayMs) }),

    wait({ call, delayMs }) {
      const operation = { 'event_delivery.operation': call.operation }
      const at = note(call, 'pace.wait', { 'event_delivery.delay': seconds(delayMs) })
      guard(() => instruments().paceWait.record(seconds(delayMs), operation, at))
      return at
    },

    retryDenied({ call, attempt }) {
      const operation = { 'event_delivery.operation': call.operation }
      const at = note(call, 'retry.denied', { 'event_delivery.attempt': attempt })
      guard(() => instruments().deniedRetries.add(1, operation, at))
      return at
    },

    end({ call, attempts, durationMs, error }) {
      const state = stateOf(call)
      const at = contextOf(state)
      if (!state) return at
      states.set(call, undefined)
      const result = defined({ 'error.type': error?.name, 'event_delivery.outcome': error?.outcome })
      if (state.attempt) endAttempt(state, result)
      const metricAttributes = { 'event_delivery.operation': call.operation, ...result }
      guard(() => instruments().callDuration.record(seconds(durationMs), metricAttributes, at))
      endSpan(state.call, {
        ...result,
        'event_delivery.attempts': attempts.length,
      })
      return at
    },
  }
}
