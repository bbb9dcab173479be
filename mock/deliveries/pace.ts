/** How many deliveries may begin at once. */
export interface Pace {
  /** How many more may begin now. */
  room(): number
  /** Says that one begins. What is returned says that it ended. */
  begin(): () => void
}

// A thousand connections at once keep everything else waiting, and a few could be used again and again. What takes
// longer than this many milliseconds of real time is slow, and others begin beside it.
const mostFresh = 8
const freshFor = 25

/** Lets so many begin that few wait for the same moment, and lets no slow one hold up another. Tells when one turned out to be slow. */
export function createPace(roomAgain: () => void): Pace {
  let fresh = 0
  return {
    room: () => mostFresh - fresh,
    begin() {
      let counts = true
      fresh++
      const end = () => {
        if (counts) fresh--
        counts = false
      }
      const timer = setTimeout(() => {
        end()
        roomAgain()
      }, freshFor)
      return () => {
        clearTimeout(timer)
        end()
      }
    },
  }
}
