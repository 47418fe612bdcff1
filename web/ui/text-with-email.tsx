import type { TextWith } from '#contract/text.ts'
import { rich } from './rich.ts'

type Props = { text: TextWith<{ email: string }>; email: string }

/** A text with the email address in bold in place of {email}. A long address wraps only after its @ and dots. */
export function TextWithEmail({ text, email }: Props) {
  const parts = email.split(/(?<=[@.])/)
  const address = (
    <bdi dir="ltr" className="awaited">
      <strong>{parts.map((part, index) => [index > 0 && <wbr key={index} />, part])}</strong>
    </bdi>
  )
  return rich(text, { email: address })
}
