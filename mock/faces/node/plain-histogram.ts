import type { Metric, MetricObjectWithValues, MetricValue } from 'prom-client'

interface Series {
  /** How many values each bucket has that no lower one has. The last bucket is for values beyond all bounds. */
  buckets: number[]
  sum: number
}

/**
 * A histogram with one label that counts in plain numbers. That of prom-client makes objects of labels at each value, which costs
 * more than anything else that a request counts.
 */
export class PlainHistogram {
  readonly type = 'histogram'
  readonly #series = new Map<string, Series>()

  /** `bounds` are the upper bounds of the buckets, in ascending order. */
  constructor(
    readonly name: string,
    readonly help: string,
    readonly label: string,
    readonly bounds: readonly number[],
  ) {}

  observe(label: string, value: number): void {
    let series = this.#series.get(label)
    if (!series)
      this.#series.set(
        label,
        (series = { buckets: Array(this.bounds.length + 1).fill(0) as number[], sum: 0 }),
      )
    let index = 0
    while (index < this.bounds.length && value > (this.bounds[index] as number)) index++
    series.buckets[index] = (series.buckets[index] ?? 0) + 1
    series.sum += value
  }

  /** The histogram as a registry of prom-client writes it. */
  get(): Promise<MetricObjectWithValues<MetricValue<string>>> {
    const values = Array.from(this.#series, ([name, series]) => this.#written(name, series)).flat()
    const { name, help } = this
    return Promise.resolve({ name, help, type: this.type, aggregator: 'sum', values } as never)
  }

  /** The histogram by the type that a registry takes. The registry calls `get` alone. */
  get metric(): Metric {
    return this as unknown as Metric
  }

  #written(label: string, { buckets, sum }: Series): object[] {
    const labels = { [this.label]: label }
    let count = 0
    const rows: object[] = buckets.map((found, index) => {
      count += found
      const value = count
      return {
        metricName: `${this.name}_bucket`,
        labels: { le: this.bounds[index] ?? '+Inf', ...labels },
        value,
      }
    })
    return [
      ...rows,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ]
  }
}
