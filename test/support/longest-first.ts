import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Begins with the files that judge many cases: one of them that began last would keep one worker busy long after the others have ended. Without a
 * former run vitest begins with the largest files, and these are small.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const hasManyCases = ({ moduleId }: TestSpecification) => /\.sized\.|\/mutants\//.test(moduleId)
    return [...sorted.filter(hasManyCases), ...sorted.filter((file) => !hasManyCases(file))]
  }
}
