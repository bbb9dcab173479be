import { afterAll, describe, test } from 'vitest'
import { register } from '@event-delivery/conformance'
import { fullRun, overMsw } from './faces'

register({ describe, test }, await overMsw(afterAll), fullRun)
