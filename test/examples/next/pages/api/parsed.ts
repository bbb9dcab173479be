import { printing } from '../../receiver'

export default printing('/api/parsed')
