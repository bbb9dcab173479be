import type { NoticeEntry } from '../../journal/notice'
import { readable } from '../text/times'

export function NoticeDetail({ notice: { at, code, message } }: { notice: NoticeEntry }) {
  return (
    <article>
      <h2>{message}</h2>
      <p class="faint">
        {code} · {readable(at)} UTC
      </p>
    </article>
  )
}
