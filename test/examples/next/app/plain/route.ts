import { printing } from '../../receiver'

export const POST = printing('/plain')
