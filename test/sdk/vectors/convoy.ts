import type { SignatureScheme } from '@event-delivery/sdk/webhooks'

/** How Convoy signs. */
export interface ConvoyKind {
  /** With a time in the header: `t=<unix>,v1=<signature>` over `t,body`. Without: the signature alone, over the body. */
  isAdvanced: boolean
  hash: SignatureScheme['hash']
  encoding: 'hex' | 'base64'
}

/** Reads a table of words, whose first three say how Convoy signs. */
const read = <Row>(table: string, rowOf: (kind: ConvoyKind, words: string[]) => Row): readonly Row[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [form, hash, encoding, ...words] = line.split(' ')
      const kind = { isAdvanced: form === 'advanced', hash, encoding } as ConvoyKind
      return rowOf(kind, words)
    })

/**
 * The published vectors of Convoy: headers over one payload, and whether they are valid within a tolerance in seconds.
 * https://github.com/frain-dev/convoy, pkg/signature/testdata/signature-vectors.json,
 * read at commit 2b60cc652e1d4babc1857280d5911817960e83e7.
 */
export const convoyVectors = read(
  `
simple SHA-256 hex simple_sha256_hex_valid 3153600000 valid 244449b7f48cbc2709060c9dcdc2b3aa47a78f540430579015c579fb12defbb4
simple SHA-256 base64 simple_sha256_base64_valid 3153600000 valid JERJt/SMvCcJBgydzcKzqkenj1QEMFeQFcV5+xLe+7Q=
simple SHA-512 hex simple_sha512_hex_valid 3153600000 valid 6cc772dc81942ae1b5ffa91c3a6a07b0d37edc8dc6bd83e3518a219f1f19ff71ae1b76d6b320940d414c236a1aad7f7930b63e0f1928951955d31219545e1b66
simple SHA-512 base64 simple_sha512_base64_valid 3153600000 valid bMdy3IGUKuG1/6kcOmoHsNN+3I3GvYPjUYohnx8Z/3GuG3bWsyCUDUFMI2oarX95MLY+DxkolRlV0xIZVF4bZg==
advanced SHA-256 hex advanced_sha256_hex_valid 3153600000 valid t=1700000000,v1=77b8b9269f25a199846a55a2bd25b3fba151c70fdae60bb1dcd87fbbc943c55c
advanced SHA-256 base64 advanced_sha256_base64_valid 3153600000 valid t=1700000000,v1=d7i5Jp8loZmEalWivSWz+6FRxw/a5gux3Nh/u8lDxVw=
advanced SHA-512 hex advanced_sha512_hex_valid 3153600000 valid t=1700000000,v1=b2122e252cd2582cf225cb2b8d4ceede9e34329e2fe95c02619c3ed5d4a3d9a73e6beaf2dff8e76d71a693ae198cee40685eed12ad4ee2e033dc2d0399ede057
advanced SHA-512 base64 advanced_sha512_base64_valid 3153600000 valid t=1700000000,v1=shIuJSzSWCzyJcsrjUzu3p40Mp4v6VwCYZw+1dSj2ac+a+ry3/jnbXGmk64ZjO5AaF7tEq1O4uAz3C0Dme3gVw==
advanced SHA-256 hex advanced_tamper 3153600000 invalid t=1700000000,v1=77b8b9269f25a199846a55a2bd25b3fba151c70fdae60bb1dcd87fbbc943c550
advanced SHA-256 hex advanced_expired 300 invalid t=1700000000,v1=77b8b9269f25a199846a55a2bd25b3fba151c70fdae60bb1dcd87fbbc943c55c
advanced SHA-256 hex advanced_t_not_first 3153600000 valid v1=77b8b9269f25a199846a55a2bd25b3fba151c70fdae60bb1dcd87fbbc943c55c,t=1700000000
advanced SHA-256 hex advanced_multi_v1_one_valid 3153600000 valid t=1700000000,v1=449623e4897bbde05e35358293f97b8c2f697367ffa3e7466e98178dfba44d19,v1=77b8b9269f25a199846a55a2bd25b3fba151c70fdae60bb1dcd87fbbc943c55c
advanced SHA-256 hex advanced_multi_v1_none_valid 3153600000 invalid t=1700000000,v1=449623e4897bbde05e35358293f97b8c2f697367ffa3e7466e98178dfba44d19,v1=c7eff1833c41a2ce2e195599451b240cd282b1bc9fa387e428a9fd5a5dc74933
advanced SHA-256 hex advanced_t_infinity 3153600000 invalid t=Infinity,v1=77b8b9269f25a199846a55a2bd25b3fba151c70fdae60bb1dcd87fbbc943c55c
advanced SHA-256 hex advanced_numeric_signature 3153600000 invalid t=1700000000,v1=1234567890
advanced SHA-256 hex advanced_missing_timestamp 3153600000 invalid v1=77b8b9269f25a199846a55a2bd25b3fba151c70fdae60bb1dcd87fbbc943c55c,v2=77b8b9269f25a199846a55a2bd25b3fba151c70fdae60bb1dcd87fbbc943c55c
simple SHA-256 hex simple_tamper 3153600000 invalid 244449b7f48cbc2709060c9dcdc2b3aa47a78f540430579015c579fb12defbb0
`,
  (kind, [name, tolerance, verdict, header = '']) => {
    const [isValid, seconds] = [verdict === 'valid', Number(tolerance)]
    return { ...kind, name, header, isValid, tolerance: seconds }
  },
)

/** The secret of all vectors. */
export const convoySecret = 'convoy-webhook-secret'

/** The payload of all vectors. */
export const convoyPayload = '{"event":"charge.success","amount":1000,"currency":"NGN"}'

/** The payload of Convoy's own tests, pkg/signature/signature_test.go at the same commit, as Go writes it: without blanks. */
export const convoyTestPayload = '{"b":{},"e":"123","a":1}'

/** The signatures of Convoy's own tests, with the secrets that made them. Those with a time are of the second 1257894000. */
export const convoySignatures = read(
  `
advanced SHA-256 hex older-expired-secret 5b255b0b867c5540679bad7dfa11be73ffd4ee248647646fb325ccbe19167439
advanced SHA-256 hex expired-secret 9942b27103f8f5f5ce4cd3751524dbb7087a596487c784655a33f528cd4d7400
advanced SHA-256 hex new-secret d5589c4f5e51d74e6116c8d5db2704d76cdf88521e2cdd749d2d5091e3d6183c
advanced SHA-256 hex secret c97c302e4a991a7d4a72b60c3f9a0c3adb3611cd0acc632994a72ace04d6509c
advanced SHA-512 base64 new-scheme-secret HEfgcRgjEFAl0rS/Vig/WvanDWsBNWx7y6htFUcou5hKXj4tPKy/4K/v8HXuIl2MeiPT8bYZvYHTd5ORhvN93Q==
advanced SHA-512 base64 secret fKtYNaWP+THgLxwIifnkzGLBeCf8iWdGmFtKr0DM93+KCU1vksP8DmT8EbTwlF5Q0F2FmjOXxSxcUBkyuMlmVQ==
simple SHA-512 hex secret c5dcfeda3f5a3154145234b2d0a533fc2b230f88da0fac0724619fd5cdde673ad6c474dfd5c02367768bd3b3bd3595cc860e606a37e2f9362e054d5aa14d7cc4
simple SHA-512 base64 secret xdz+2j9aMVQUUjSy0KUz/CsjD4jaD6wHJGGf1c3eZzrWxHTf1cAjZ3aL07O9NZXMhg5gajfi+TYuBU1aoU18xA==
`,
  (kind, [secret = '', signature = '']) => ({ ...kind, secret, signature }),
)
