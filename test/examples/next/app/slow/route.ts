import { printing } from '../../receiver'

export const POST = printing('/slow', { bodyTimeout: 500 })
