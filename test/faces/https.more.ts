import { afterAll, describe, test } from 'vitest'
import { register } from '@event-delivery/conformance'
import { fullRun, overHttps } from './faces'

register({ describe, test }, await overHttps(afterAll), fullRun)
