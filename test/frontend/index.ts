// The packed mock in the tools of front ends, whose programs the guide shows. `npm run test:matrix` runs it.
import { printTable } from '../tools/matrix/table'
import { jest, servers, viteMajors, vitestVersions } from './programs-row'
import { storybook } from './storybook-row'

await printTable([servers, viteMajors, vitestVersions, jest, storybook])
