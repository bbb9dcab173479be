/** Limits how many deliveries begin at the same moment. */
export interface Pace {
  /** How many more deliveries may begin now. */
  room(): number
  /** Registers the beginning of a delivery. Returns a function that registers its end. */
  begin(): () => void
}

// A thousand new connections at once would block everything else, while a few can be used again and again. After 25 ms
// of real time a delivery counts as slow, and others may begin beside it.
const mostFresh = 8
const freshFor = 25

/** Makes a pace. It calls `roomAgain` when a slow delivery has made room for another one. */
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
