import { testEach } from '../search'
import { valueMutants } from './index'

testEach(valueMutants)
