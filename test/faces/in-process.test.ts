import { describe, test } from 'vitest'
import { register } from '@event-delivery/conformance'
import { fullRun, inProcess } from './in-process'

const { target } = inProcess({ plan: 'pro' })

register({ describe, test }, target, { ...fullRun, plan: 100 })
