/** Fills the {email} of a text with the address in bold, which breaks after its @ and dots before anywhere else. */
export function TextWithEmail({ text, email }: { text: string; email: string }) {
  const [before, after] = text.split('{email}')
  return (
    <>
      {before}
      <bdi dir="ltr">
        <strong>
          {email.split(/(?<=[@.])/).map((part, place) => [place > 0 && <wbr key={place} />, part])}
        </strong>
      </bdi>
      {after}
    </>
  )
}
