import type { ActiveForward } from '../../deliveries/forwards'
import { useList } from '../frame/use-resource'
import { ActButton, ActForm } from './form/act'
import { TextField, useTexts } from './form/fields'
import { Item, Listing } from './form/listing'

/** The forwards: where deliveries for a URL go instead. */
export function ForwardsPanel() {
  const { items, error } = useList<ActiveForward>('/__mock/forwards')
  const { texts, field, clear } = useTexts('forward', { from: '', to: '' })
  return (
    <>
      <Listing
        label="Forwards"
        empty="There is none: deliveries go where the webhooks say."
        items={items}
        error={error}
      >
        {({ id, from, to }) => (
          <Item key={id} title={from} notes={[`→ ${to}`]}>
            <ActButton
              text="Remove"
              label={`Remove the forward of ${from}`}
              request={{ method: 'DELETE', path: `/__mock/forwards/${id}` }}
              said="The forward is removed."
            />
          </Item>
        )}
      </Listing>
      {items && items.length > 1 && (
        <ActButton
          text="Remove all"
          label="Remove all forwards"
          request={{ method: 'DELETE', path: '/__mock/forwards' }}
          question="Remove all forwards? Deliveries go where the webhooks say."
          said="All forwards are removed."
        />
      )}
      <h3>New forward</h3>
      <ActForm
        label="New forward"
        submit="Add forward"
        request={{ method: 'POST', path: '/__mock/forwards', body: texts }}
        said="The forward is in force."
        onDone={clear}
      >
        <TextField
          {...field('from')}
          label="From the URL of webhooks"
          inputMode="url"
          placeholder="https://shop.example/hooks"
        />
        <TextField
          {...field('to')}
          label="To your receiver"
          inputMode="url"
          placeholder="http://localhost:3000/hooks"
        />
      </ActForm>
    </>
  )
}
