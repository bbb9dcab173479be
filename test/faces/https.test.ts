import { afterAll, describe, test } from 'vitest'
import { register } from '@event-delivery/conformance'
import { overHttps } from './faces'
import { fullRun } from './in-process'

const { target, close } = await overHttps()
afterAll(close)

register({ describe, test }, target, fullRun)
