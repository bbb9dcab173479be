import { refuse } from '../errors/refuse'

/**
 * Refuses to go on where there is no WebCrypto to sign and verify with. `verify` does not call this, to keep its bundle small: there the
 * runtime's own error names `crypto` or `subtle`.
 */
export function requireWebCrypto(): void {
  const { crypto } = globalThis as Partial<typeof globalThis>
  if (!crypto?.subtle) {
    refuse(
      'crypto.subtle',
      'is missing in this runtime. A page has it over https alone; in React Native, import react-native-quick-crypto first.',
    )
  }
}
