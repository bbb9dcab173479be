import { afterAll, describe, test } from 'vitest'
import { register } from '@event-delivery/conformance'
import { overMsw } from './faces'
import { fullRun } from './in-process'

const { target, close } = await overMsw()
afterAll(close)

register({ describe, test }, target, fullRun)
