import { defineMessages } from '#contract/locale.ts'

/** Where a logged-in user shows the password beside the code. */
export const byTwoMessages = defineMessages(
  {
    codeAndPasswordText:
      'First, confirm it’s you: enter your password and the code from your current authenticator app.',
    recoveryAndPasswordText:
      'First, confirm it’s you: enter your password and one of the recovery codes you saved. Each code works only once.',
    wrongBoth: 'That was not right. Check your password and the code. Each code works only once',
  },
  {
    ar: {
      codeAndPasswordText:
        'أكّد هويتك أولًا: أدخل كلمة مرور حسابك والرمز الذي يعرضه تطبيق المصادقة الحالي.',
      recoveryAndPasswordText:
        'أكّد هويتك أولًا: أدخل كلمة مرور حسابك وأحد رموز الاسترداد التي حفظتها. يُستخدم كل رمز مرة واحدة فقط.',
      wrongBoth: 'الإدخال غير صحيح. تحقق من كلمة المرور والرمز. يُستخدم كل رمز مرة واحدة فقط',
    },
    fr: {
      codeAndPasswordText:
        'Confirmez d’abord votre identité : saisissez votre mot de passe et le code de votre application d’authentification actuelle.',
      recoveryAndPasswordText:
        'Confirmez d’abord votre identité : saisissez votre mot de passe et l’un des codes de secours que vous avez conservés. Chaque code ne sert qu’une seule fois.',
      wrongBoth:
        'Saisie incorrecte. Vérifiez votre mot de passe et le code. Chaque code ne sert qu’une seule fois',
    },
    es: {
      codeAndPasswordText:
        'Primero confirme su identidad: introduzca su contraseña y el código de su aplicación de autenticación actual.',
      recoveryAndPasswordText:
        'Primero confirme su identidad: introduzca su contraseña y uno de los códigos de recuperación que guardó. Cada código sirve una sola vez.',
      wrongBoth:
        'No es correcto. Compruebe la contraseña y el código. Cada código sirve una sola vez',
    },
    zh: {
      codeAndPasswordText: '请先确认是您本人：输入您的密码和当前身份验证器应用显示的验证码。',
      recoveryAndPasswordText:
        '请先确认是您本人：输入您的密码和您保存的一个恢复码。每个恢复码只能使用一次。',
      wrongBoth: '输入不正确。请检查密码和验证码，每个验证码仅可使用一次',
    },
  },
)
