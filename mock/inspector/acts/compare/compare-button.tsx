import { useApp } from '../../frame/app-context'
import { Button } from '../../ui/button'
import { withCompared, type Compared } from './compared'

/** Puts a payload aside for a comparison, and opens the comparison when there are two. */
export function CompareButton({ text, title, words }: Compared & { words: string }) {
  const { compared, place, say } = useApp()
  function putAside() {
    compared.value = withCompared(compared.value, { title, text })
    if (compared.value.length === 2) place.panel.value = 'compare'
    else say('Put aside. Compare a second payload with it.')
  }
  return (
    <Button tone="quiet" label={`${words}: ${title}`} onClick={putAside}>
      {words}
    </Button>
  )
}
