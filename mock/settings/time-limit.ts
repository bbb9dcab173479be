/** The result of some work or, where it takes longer than `limit` milliseconds of real time, `late`. The work goes on then. */
export async function within<Result, Late>(
  limit: number,
  work: Promise<Result>,
  late: Late,
): Promise<Result | Late> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ended = new Promise<Late>((resolve) => {
    timer = setTimeout(resolve, limit, late)
  })
  return Promise.race([work, ended]).finally(() => clearTimeout(timer))
}
