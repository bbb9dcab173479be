import { printing } from '../../receiver'

export const config = { api: { bodyParser: false } }

export default printing('/api/raw')
