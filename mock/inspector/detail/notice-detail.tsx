import type { NoticeEntry } from '../../journal/notice'
import { readable } from '../text/times'
import { Visible } from '../ui/visible'

/** Something that the mock did of its own accord. */
export function NoticeDetail({ notice: { at, code, message } }: { notice: NoticeEntry }) {
  return (
    <article>
      <header class="detail-head">
        <h2>
          <Visible text={message} />
        </h2>
        <p class="faint ids">
          <code>{code}</code>
          <span>{readable(at)} UTC</span>
        </p>
      </header>
    </article>
  )
}
