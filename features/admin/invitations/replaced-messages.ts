import { defineMessages } from '#contract/locale.ts'

/** For an invitation that takes the place of one with a wrong address. */
export const replacedMessages = defineMessages(
  {
    title: 'Correct the address',
    back: 'Undelivered emails',
    replaced: 'Invitation sent to the new address. The one to {email} was revoked.',
    hint: 'This takes the place of the invitation to {email}, which is revoked as soon as the new one is sent. Check platforms and roles, too.',
    revoked: 'The invitation to {email} was revoked.',
    notRevoked: 'The invitation to {email} could not be revoked',
  },
  {
    ar: {
      title: 'تصحيح العنوان',
      back: 'رسائل لم تُسلَّم',
      replaced: 'أُرسلت الدعوة إلى العنوان الجديد، وأُلغيت الدعوة المرسلة إلى {email}.',
      hint: 'تحل هذه الدعوة محل الدعوة المرسلة إلى {email}، التي تُلغى فور إرسال الدعوة الجديدة. تحقق أيضًا من المنصات والأدوار.',
      revoked: 'أُلغيت الدعوة المرسلة إلى {email}.',
      notRevoked: 'تعذّر إلغاء الدعوة المرسلة إلى {email}',
    },
    fr: {
      title: 'Corriger l’adresse',
      back: 'E-mails non distribués',
      replaced: 'Invitation envoyée à la nouvelle adresse. Celle envoyée à {email} a été révoquée.',
      hint: 'Cette invitation remplace celle envoyée à {email}, qui sera révoquée dès l’envoi de la nouvelle. Vérifiez aussi les plateformes et les rôles.',
      revoked: 'L’invitation envoyée à {email} a été révoquée.',
      notRevoked: 'L’invitation envoyée à {email} n’a pas pu être révoquée',
    },
    es: {
      title: 'Corregir la dirección',
      back: 'Correos sin entregar',
      replaced: 'Invitación enviada a la nueva dirección. La enviada a {email} se ha revocado.',
      hint: 'Esta invitación sustituye a la enviada a {email}, que se revoca en cuanto se envía la nueva. Compruebe también las plataformas y los roles.',
      revoked: 'Se ha revocado la invitación enviada a {email}.',
      notRevoked: 'No se ha podido revocar la invitación enviada a {email}',
    },
    zh: {
      title: '更正地址',
      back: '未送达的邮件',
      replaced: '邀请已发送到新地址，发给 {email} 的邀请已撤销。',
      hint: '此邀请将取代发给 {email} 的邀请，新邀请一发出，原邀请即被撤销。请同时检查平台和角色。',
      revoked: '发给 {email} 的邀请已撤销。',
      notRevoked: '无法撤销发给 {email} 的邀请',
    },
  },
)
