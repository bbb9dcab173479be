import type { IdempotencyPlace } from '../../engine/options'
import type { Mode } from '../../engine/vocabulary'
import type { OperationId } from '../../../../generated/operations'
import type { Route } from '../../engine/request'
import type { Situation } from '../../../../generated/situations'
import type { Answer, Call, Context, Key } from '../../engine/check'

/** The resources and results that a success holds. */
export type Resource = 'event' | 'webhook' | 'list' | 'deletion'

/** A request, with the value in it that a refusal may quote. */
export interface Asked extends Call {
  value?: string
  /** Further values that a refusal may quote, by the names of their places in a dialect. */
  values?: Readonly<Record<string, string>>
}

/** What a planned request is made from: the keys and URLs of the run, and the answers to other requests. */
export interface Means {
  context: Context
  /** The key that reads, and that creates events where the run may create any. */
  key: Key
  /** The key that registers webhooks. */
  webhookKey(): Key
  /** The answer of another planned request, which is sent first where it was not sent yet. */
  answerTo(name: string): Promise<Answer>
  /** The id of the resource that another request made; `NotApplicable` where it made none. */
  idFrom(name: string): Promise<string>
  /** The places where the deployment reads the idempotency key. */
  places(): Promise<readonly IdempotencyPlace[]>
  /** A URL of this run that no other name has, at a host that takes webhooks. */
  webhookUrl(name: string): Promise<string>
  /** Has the receiver take whatever comes to that URL, where there is a receiver. */
  admitDeliveries(name: string): void
}

/**
 * One request with which a choice of the deployment is seen, as data. The same requests show the choices of a deployment
 * in a run, and compare it with its twin.
 */
export interface PlannedRequest {
  name: string
  /** The request in words, without an article: `creation without type`. */
  title: string
  /** The least mode in which it is sent. */
  mode: Mode
  /** The operation that it calls. Other requests name their route. */
  operation?: OperationId
  route?: Route
  /** The situation that its refusal shows. */
  situation?: Situation
  /** The resource that its success holds. */
  resource?: Resource
  /** Whether the webhook that it registers stays for other requests, until the last of them deletes it. */
  keepsWebhook?: boolean
  /**
   * Whether its status is all that tells. A dialect states no more of answers to methods that the interface does not show, and
   * nothing in such an answer is judged.
   */
  comparesStatus?: boolean
  request(means: Means): Asked | Promise<Asked>
}
