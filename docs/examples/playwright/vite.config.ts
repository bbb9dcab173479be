import { defineConfig } from 'vite'
import { eventDelivery } from '@event-delivery/mock/vite'

export default defineConfig({ plugins: [eventDelivery()] })
