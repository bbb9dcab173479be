import { makeCertificate, type Certificate } from '../../../src/core/certificate'

/**
 * Makes an EC P-256 certificate for `localhost`, `127.0.0.1`, `::1` and the host names and addresses of `names`, which is
 * valid for a year. It has an authority of its own, whose private key is thrown away, so that the trusted authority can never
 * sign anything else. Throws a `TypeError` for a name that is none.
 *
 * @example
 * const { ca, cert, key } = await createCertificate(['mock', 'mock.test'])
 * const server = await serve(createBackend(), { port: 0, tls: { cert, key } })
 */
export function createCertificate(names: string | readonly string[] = []): Promise<Certificate> {
  return makeCertificate([names].flat(), { owner: 'Event Delivery mock', days: 365 })
}
