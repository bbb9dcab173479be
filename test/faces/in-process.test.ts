import { describe, test } from 'vitest'
import { register } from '@event-delivery/conformance'
import { fullRun, inProcess } from './faces'

register({ describe, test }, inProcess({ plan: 'pro' }), { ...fullRun, plan: 100 })
