/** Fills the {email} of a text with the address in bold. */
export function TextWithEmail({ text, email }: { text: string; email: string }) {
  const [before, after] = text.split('{email}')
  return (
    <>
      {before}
      <bdi dir="ltr">
        <strong>{email}</strong>
      </bdi>
      {after}
    </>
  )
}
