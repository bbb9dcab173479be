import { editDistance } from '../../../src/core/nearest'

// Nobody mistypes a text of this length, and comparing it takes long.
const longest = 200

/** The known word that somebody may have meant: the same but for letter case, separators or a few letters. */
export function closest(written: string, known: readonly string[]): string | undefined {
  if (written.length > longest) return undefined
  const bare = bareWord(written)
  const ranked = known
    .map((word) => ({ word, distance: editDistance(bare, bareWord(word)) }))
    .sort((one, other) => one.distance - other.distance)
  const [best] = ranked
  return best && best.distance <= Math.max(1, Math.floor(best.word.length / 3)) ? best.word : undefined
}

const bareWord = (word: string) => word.toLowerCase().replace(/[\s_-]/g, '')
