import { defineMessages } from '#contract/locale.ts'

/** For the link of a recovery, which asks for a code that support has read out. */
export const supportCodeMessages = defineMessages(
  {
    supportCodeText:
      'First, confirm it’s you: enter your new password and the 6-digit code that our support has read out to you. If you haven’t chosen a new password yet, open the link in our other email first.',
    supportCode: 'Code from support',
    wrongSupportCode:
      'This is not the code for this link. After five attempts the link stops working',
  },
  {
    ar: {
      supportCodeText:
        'أكّد هويتك أولًا: أدخل كلمة مرورك الجديدة والرمز المكوّن من 6 أرقام الذي قرأه لك فريق الدعم. إذا لم تختر كلمة مرور جديدة بعد، فافتح أولًا الرابط الوارد في رسالتنا الأخرى.',
      supportCode: 'الرمز من فريق الدعم',
      wrongSupportCode: 'هذا ليس رمز هذا الرابط. بعد خمس محاولات يتوقف الرابط عن العمل',
    },
    fr: {
      supportCodeText:
        'Confirmez d’abord votre identité : saisissez votre nouveau mot de passe et le code à 6 chiffres que notre support vous a lu. Si vous n’avez pas encore choisi de nouveau mot de passe, ouvrez d’abord le lien de notre autre e-mail.',
      supportCode: 'Code donné par le support',
      wrongSupportCode:
        'Ce n’est pas le code de ce lien. Après cinq essais, le lien cesse de fonctionner',
    },
    es: {
      supportCodeText:
        'Primero confirme su identidad: introduzca su contraseña nueva y el código de 6 dígitos que le ha leído nuestro soporte. Si aún no ha elegido una contraseña nueva, abra antes el enlace de nuestro otro correo.',
      supportCode: 'Código de soporte',
      wrongSupportCode:
        'Este no es el código de este enlace. Tras cinco intentos, el enlace deja de funcionar',
    },
    zh: {
      supportCodeText:
        '请先确认是您本人：输入您的新密码，以及客服读给您的 6 位代码。如果您还没有设置新密码，请先打开我们另一封邮件中的链接。',
      supportCode: '客服提供的代码',
      wrongSupportCode: '这不是此链接的代码。五次尝试后链接将失效',
    },
  },
)
