// A process of a service on PostgreSQL, broken as its settings say.
import { runProcess } from '../../support/service-process-program'
import { brokenStore } from './mistakes'

void runProcess(brokenStore)
