import styles from './text-with-email.module.css'

/** Fills the {email} of a text with the address in bold: longer than a line, it breaks after its @ and dots. */
export function TextWithEmail({ text, email }: { text: string; email: string }) {
  const [before, after] = text.split('{email}')
  return (
    <>
      {before}
      <bdi dir="ltr" className={styles.email}>
        <strong>
          {email.split(/(?<=[@.])/).map((part, place) => [place > 0 && <wbr key={place} />, part])}
        </strong>
      </bdi>
      {after}
    </>
  )
}
