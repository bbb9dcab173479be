import { printing } from '../../receiver'

const receive = printing('/parsed')

export async function POST(request: Request): Promise<Response> {
  await request.json()
  return receive(request)
}
