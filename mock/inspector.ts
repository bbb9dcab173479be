export { mountInspector, type MountOptions } from './inspector/mount'
