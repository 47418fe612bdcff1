import { defineMessages } from '#contract/locale.ts'

export const mailMessages = defineMessages(
  {
    subject: '{platform} has invited you',
    open: '{platform} has invited you for {company}. You can open it with your {brand} account.',
    closed:
      '{platform} wants to invite you for {company}. Your {brand} account cannot be used for this, so nothing has changed.',
    link: 'Open {platform}',
    unexpected: 'If you did not expect this email, you can ignore it. Questions? {supportEmail}',
  },
  {
    ar: {
      subject: 'دعوة من {platform}',
      open: 'وصلتك دعوة من {platform} باسم {company}. يمكنك فتحها بحسابك في {brand}.',
      closed:
        'وصلتك دعوة من {platform} باسم {company}، لكن حسابك في {brand} لا يصلح لها، ولذلك لم يتغيّر شيء.',
      link: 'فتح {platform}',
      unexpected: 'لم تكن تتوقع هذه الرسالة؟ يمكنك تجاهلها. للاستفسار: {supportEmail}',
    },
    fr: {
      subject: '{platform} vous invite',
      open: '{platform} vous invite pour {company}. Vous pouvez l’ouvrir avec votre compte {brand}.',
      closed:
        '{platform} souhaite vous inviter pour {company}. Votre compte {brand} ne le permet pas : rien n’a changé.',
      link: 'Ouvrir {platform}',
      unexpected:
        'Vous n’attendiez pas ce message ? Vous pouvez l’ignorer. Une question ? Écrivez à {supportEmail}',
    },
    es: {
      subject: '{platform} le ha invitado',
      open: '{platform} le ha invitado para {company}. Puede abrirla con su cuenta de {brand}.',
      closed:
        '{platform} quiere invitarle para {company}. Su cuenta de {brand} no lo permite, así que nada ha cambiado.',
      link: 'Abrir {platform}',
      unexpected: '¿No esperaba este correo? Puede ignorarlo. ¿Tiene preguntas? {supportEmail}',
    },
    zh: {
      subject: '{platform} 邀请了您',
      open: '{platform} 为 {company} 邀请了您。您可以使用 {brand} 账户打开该平台。',
      closed:
        '{platform} 想为 {company} 邀请您。您的 {brand} 账户无法用于此邀请，因此没有任何变更。',
      link: '打开 {platform}',
      unexpected: '如果您并未预期收到此邮件，可以忽略。如有疑问，请联系：{supportEmail}',
    },
  },
)
