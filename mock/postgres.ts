export { startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './store/embedded/start-embedded'
