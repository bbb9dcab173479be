import { afterAll, describe, test } from 'vitest'
import { register } from '@event-delivery/conformance'
import { fullRun, overMsw } from './faces'

const { target, close } = await overMsw()
afterAll(close)

register({ describe, test }, target, fullRun)
