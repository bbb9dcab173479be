import { orders } from '../orders'

export const dynamic = 'force-dynamic'

export default async function Page() {
  const paid = await orders()
  return (
    <main>
      <h1>Paid orders</h1>
      <ul>
        {paid.map((order) => (
          <li key={order}>{order}</li>
        ))}
      </ul>
    </main>
  )
}
