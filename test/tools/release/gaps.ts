import type { PackageFolder } from '../../support/pack'

/** The part of a package's manifest that a release looks at. */
export interface ReleaseManifest {
  version: string
  repository?: unknown
  homepage?: unknown
  bugs?: unknown
  publishConfig?: { access?: unknown }
}

/** The state of the repository that a release looks at. */
export interface Release {
  manifests: Record<PackageFolder, ReleaseManifest>
  changelog: string
  /** Names of the files in .changeset/ that no version holds yet. */
  changesets: string[]
  /** Files that differ from the last commit. */
  uncommitted: string[]
  /** The document's `info.contact`. */
  contact?: unknown
  /** The base of the container image, where the release publishes one. */
  baseImage?: string
}

/** A base image that names its content: whoever builds again gets the same bytes. */
const pinnedImage = /@sha256:[0-9a-f]{64}$/

/** Everything that keeps a release from being published, as one sentence each. */
export function gaps(release: Release): string[] {
  const { manifests, changelog, changesets, uncommitted, contact, baseImage } = release
  const versions = new Set(Object.values(manifests).map(({ version }) => version))
  const found = Object.entries(manifests).flatMap(([folder, manifest]) =>
    unsetFields(manifest).map((field) => `${folder}/package.json does not set ${field}.`),
  )
  if (contact === undefined) found.push('openapi/openapi.yaml does not set info.contact.')
  if (versions.size > 1) found.push(`The packages have several versions: ${[...versions].join(', ')}.`)
  for (const version of versions) {
    if (!changelog.includes(`\n## ${version}\n`)) found.push(`CHANGELOG.md has no section "## ${version}".`)
  }
  for (const name of changesets) found.push(`.changeset/${name} waits for "npm run release:version".`)
  for (const path of uncommitted) found.push(`${path} is not committed.`)
  if (baseImage !== undefined && !pinnedImage.test(baseImage))
    found.push(`The image would be built on "${baseImage}": NODE_IMAGE has to end in @sha256: and a digest.`)
  return found
}

function unsetFields({ repository, homepage, bugs, publishConfig }: ReleaseManifest): string[] {
  const fields = { repository, homepage, bugs, 'publishConfig.access': publishConfig?.access }
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [name] : []))
}
