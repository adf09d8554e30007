import { asModule } from './guide-programs';

/** How a guide's verifier is run: each line of the input is a case, of body (base64), id, moment, signatures and secret. */
interface Driver {
  /** As the guide's block is marked. */
  readonly language: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly file: string;
  /** The program around a verifier: it prints true or false for each line. */
  readonly wrap: (verifier: string) => string;
}

export const DRIVERS: readonly Driver[] = [
  {
    language: 'typescript',
    program: 'node',
    args: ['verify.mjs'],
    file: 'verify.mjs',
    wrap: (verifier) =>
      asModule(`${verifier}
import { readFileSync } from 'node:fs';
for (const line of readFileSync(0, 'utf8').split('\\n')) {
  const [body, id, moment, signatures, secret] = line.split('\\t') as [string, string, string, string, string];
  const headers = { 'webhook-id': id, 'webhook-timestamp': moment, 'webhook-signature': signatures };
  console.log(verify(Buffer.from(body, 'base64'), headers, secret));
}`),
  },
  {
    language: 'python',
    program: 'python3',
    args: ['verify.py'],
    file: 'verify.py',
    wrap: (verifier) => `${verifier}
import sys
for line in sys.stdin.read().split("\\n"):
    body, id, moment, signatures, secret = line.split("\\t")
    headers = {"webhook-id": id, "webhook-timestamp": moment, "webhook-signature": signatures}
    print(str(verify(base64.b64decode(body), headers, secret)).lower())
`,
  },
  {
    language: 'php',
    program: 'php',
    args: ['verify.php'],
    file: 'verify.php',
    wrap: (verifier) => `${verifier}
foreach (explode("\\n", stream_get_contents(STDIN)) as $line) {
    [$body, $id, $moment, $signatures, $secret] = explode("\\t", $line);
    $headers = ['webhook-id' => $id, 'webhook-timestamp' => $moment, 'webhook-signature' => $signatures];
    echo verify(base64_decode($body), $headers, $secret) ? "true\\n" : "false\\n";
}
`,
  },
  {
    language: 'go',
    program: 'go',
    args: ['run', 'verify.go'],
    file: 'verify.go',
    wrap: (verifier) => `${verifier.replace('import (', 'import (\n\t"bufio"\n\t"fmt"\n\t"os"')}
func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<20)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\\t")
		body, _ := base64.StdEncoding.DecodeString(fields[0])
		headers := http.Header{}
		headers.Set("webhook-id", fields[1])
		headers.Set("webhook-timestamp", fields[2])
		headers.Set("webhook-signature", fields[3])
		fmt.Println(verify(body, headers, fields[4]))
	}
}
`,
  },
  {
    language: 'ruby',
    program: 'ruby',
    args: ['verify.rb'],
    file: 'verify.rb',
    wrap: (verifier) => `${verifier}
STDIN.read.split("\\n").each do |line|
  body, id, moment, signatures, secret = line.split("\\t")
  headers = { "webhook-id" => id, "webhook-timestamp" => moment, "webhook-signature" => signatures }
  puts verify(Base64.decode64(body), headers, secret)
end
`,
  },
  {
    language: 'java',
    program: 'java',
    args: ['Verify.java'],
    file: 'Verify.java',
    // The class of the file that is run comes first; imports come before it.
    wrap: (verifier) =>
      verifier.replace(
        /^class Notifications/m,
        `class Verify {
    public static void main(String[] args) throws Exception {
        for (String line : new String(System.in.readAllBytes(), StandardCharsets.UTF_8).split("\\n")) {
            String[] fields = line.split("\\t");
            Map<String, String> headers = Map.of(
                "webhook-id", fields[1], "webhook-timestamp", fields[2], "webhook-signature", fields[3]);
            System.out.println(Notifications.verify(Base64.getDecoder().decode(fields[0]), headers, fields[4]));
        }
    }
}

class Notifications`,
      ),
  },
];
