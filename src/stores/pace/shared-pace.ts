import { waitFor } from '../../transport/bounds'
import { createChain } from '../../transport/chain'
import { type Clock, monotonic } from '../../transport/clock'
import type { Pass } from '../../transport/learnt-rate'
import type { Pace } from '../../transport/pace'
import { blockOf, horizonMs, usedShare } from './rules'
import type { Slots, SlotSource } from './source'

/** A slot that this process holds. */
interface Slot {
  from: number
  until: number
  lesson: number
}

// New slots are asked for when the last one that is held is less than so many milliseconds away.
const askAheadMs = horizonMs / 2
// A process that missed all slots of an answer may be twice as late for those of the next one, up to 2 ** 5 times as late: a process that is
// always busy would never get through otherwise.
const mostDoublings = 5

/** Makes the pace of a client that takes its slots from a source, a few at once and only as many as calls are waiting. */
export function createSharedPace(clock: Clock, source: SlotSource, perSecond: number): Pace {
  const retries = createChain<(pass: Pass) => void>()
  const others = createChain<(pass: Pass) => void>()
  const slots = createChain<Slot>()
  const rate = perSecond * usedShare
  const block = blockOf(perSecond)
  let lastSlotAt = -Infinity
  let askAt = -Infinity
  let pausedUntil = -Infinity
  let isAsking = false
  let answersInVain = 0
  let cancelTimer = () => {}

  const waiting = () => retries.size() + others.size()

  /** The slot to use next. Those whose time is over are lost. */
  const nextSlot = (now: number): Slot | undefined => {
    let slot = slots.first()
    while (slot && slot.until < now) {
      slots.removeFirst()
      slot = slots.first()
    }
    return slot
  }
  const keep = ({ count, from, interval, patience, lesson, askAgainAt }: Slots) => {
    if (!count) askAt = askAgainAt
    else answersInVain++
    const ownPatience = patience * 2 ** Math.min(answersInVain - 1, mostDoublings)
    for (let number = 0; number < count; number++) {
      lastSlotAt = from + number * interval
      slots.add({ from: lastSlotAt, until: lastSlotAt + ownPatience, lesson })
    }
  }
  const use = ({ lesson }: Slot, now: number): Pass => {
    slots.removeFirst()
    answersInVain = Math.max(0, answersInVain - 1)
    return { at: now, lessons: lesson, isRefused: false, remove: () => {} }
  }
  const ask = async () => {
    isAsking = true
    const askedAt = monotonic(clock)
    const taken = await source.take(Math.min(waiting() - slots.size(), block))
    isAsking = false
    // A refusal that came meanwhile knows more than the answer.
    if (pausedUntil < askedAt || taken.from >= pausedUntil) keep(taken)
    letWaitingPass()
  }

  /** Lets pass whoever has a slot, and asks for more slots where they are needed. Comes back when either is due. */
  const letWaitingPass = () => {
    cancelTimer()
    const now = monotonic(clock)
    let slot = nextSlot(now)
    while (waiting() && slot && slot.from <= now) {
      const next = retries.first() ?? others.first()
      next?.(use(slot, now))
      slot = nextSlot(now)
    }
    if (!waiting()) return
    let dueAt = slot?.from ?? Infinity
    if (!isAsking && waiting() > slots.size()) {
      const mayAskAt = Math.max(askAt, pausedUntil, slot ? lastSlotAt - askAheadMs : -Infinity)
      if (mayAskAt <= now) void ask()
      else dueAt = Math.min(dueAt, mayAskAt)
    }
    if (dueAt < Infinity) cancelTimer = clock.schedule(letWaitingPass, Math.max(0, dueAt - now))
  }

  return {
    enter(signal, isRetry) {
      const now = monotonic(clock)
      const slot = nextSlot(now)
      if (!signal?.aborted && !waiting() && slot && slot.from <= now) return use(slot, now)
      return waitFor(signal, (resolve) => {
        const remove = (isRetry ? retries : others).add((pass) => {
          remove()
          resolve(pass)
        })
        letWaitingPass()
        return () => {
          remove()
          if (!waiting()) cancelTimer()
        }
      })
    },
    rate: () => rate,
    expectedWait() {
      const now = monotonic(clock)
      const first = Math.max(nextSlot(now)?.from ?? now, pausedUntil, askAt)
      return Math.max(0, first - now) + (waiting() * 1000) / rate
    },
    leave() {},
    refuse(pass, pauseMs) {
      pass.isRefused = true
      pausedUntil = Math.max(pausedUntil, monotonic(clock) + pauseMs)
      while (slots.first()) slots.removeFirst()
      void source.refuse(pass.lessons, pauseMs)
      letWaitingPass()
    },
  }
}
