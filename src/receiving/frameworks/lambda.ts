import { readBody } from '../body'
import { fromBase64 } from '../../core/encoding'
import { type Framework, fieldsOf } from './framework'

/** An event of API Gateway (either format of its payload), of a Lambda function URL or of an Application Load Balancer. */
export interface LambdaEvent {
  headers?: Record<string, string | undefined> | null
  multiValueHeaders?: Record<string, string[] | undefined> | null
  body?: unknown
  /** Whether `body` is base64. */
  isBase64Encoded?: boolean
  /** The method, in the first format and from a load balancer. */
  httpMethod?: string
  /** Holds the method, in the second format and from a function URL. */
  requestContext?: object
}

/** The answer as API Gateway, a function URL and a load balancer take it. */
export interface LambdaAnswer {
  statusCode: number
  headers: Record<string, string>
  /** The same headers as lists, for a load balancer whose event had `multiValueHeaders` alone. */
  multiValueHeaders?: Record<string, string[]>
  body: string
  isBase64Encoded: boolean
}

const cure =
  'In Lambda, hand the event over as it came: no middleware may parse event.body before the receiver, such as httpJsonBodyParser() of middy.'

const methodOf = ({ httpMethod, requestContext }: LambdaEvent): unknown =>
  httpMethod ?? fieldsOf(fieldsOf(requestContext)['http'])['method']

/** The raw body of an event, or nothing that could be one. */
function rawBodyOf(event: LambdaEvent): unknown {
  const { rawBody = event.body ?? '' } = event as { rawBody?: unknown }
  return event.isBase64Encoded && typeof rawBody === 'string' ? fromBase64(rawBody) : rawBody
}

/** AWS Lambda behind API Gateway, a function URL or an Application Load Balancer, and what is built like it, such as Netlify Functions. */
export const lambda: Framework = {
  line: 'export const handler = receive',
  accept([given]) {
    const event = fieldsOf(given) as LambdaEvent
    const method = methodOf(event)
    if (typeof method !== 'string') return undefined
    const headers = event.headers ?? event.multiValueHeaders ?? {}
    return {
      method,
      async read(limits) {
        return {
          body: await readBody({ kept: [rawBodyOf(event)], stream: undefined, cure }, limits),
          headers,
        }
      },
      answer: (answer) => answerLambda(answer, !event.headers && !!event.multiValueHeaders),
    }
  },
}

/** Writes an answer as an object. A load balancer that sends lists of header values takes no others. */
async function answerLambda(answer: Response, asLists: boolean): Promise<LambdaAnswer> {
  const headers = Object.fromEntries(answer.headers)
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  return {
    statusCode: answer.status,
    headers,
    ...(asLists && { multiValueHeaders: lists }),
    body: await answer.text(),
    isBase64Encoded: false,
  }
}
