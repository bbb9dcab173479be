import { printing } from '../../receiver'

const receive = printing('/after')

export async function POST(request: Request): Promise<Response> {
  const answer = await receive(request.clone())
  await request.text()
  return answer
}
