import { afterAll, describe, test } from 'vitest'
import { register } from '@event-delivery/conformance'
import { fullRun, overHttps } from './faces'

const { target, close } = await overHttps()
afterAll(close)

register({ describe, test }, target, fullRun)
