// A process of a service on PostgreSQL, as it should be.
import { runProcess, wholeStore } from './service-process-program'

void runProcess(wholeStore)
