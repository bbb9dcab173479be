export { testStore, type StoreTestOptions } from './testing/store-contract'
