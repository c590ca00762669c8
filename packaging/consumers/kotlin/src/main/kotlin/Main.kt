package shop

import java.util.random.RandomGenerator
import org.evenkeel.core.agent.Algorithm
import org.evenkeel.core.data.Observation
import org.evenkeel.core.env.Environment
import org.evenkeel.core.env.Spec
import org.evenkeel.core.env.Step
import org.evenkeel.core.train.Trainer
import org.evenkeel.core.train.Training

/** Name the side on which the light is on. */
class Lights : Environment {
    private lateinit var random: RandomGenerator
    private var side = 0

    override fun spec(): Spec = Spec.vector(2).actions(2).maxEpisodeSteps(20)

    override fun reset(random: RandomGenerator, observation: Observation) {
        this.random = random
        show(observation)
    }

    override fun step(action: Int, observation: Observation): Step {
        val reward = if (action == side) 1.0 else 0.0
        show(observation)
        return Step.of(reward)
    }

    private fun show(observation: Observation) {
        side = random.nextInt(2)
        observation.set(side, 1.0)
        observation.set(1 - side, 0.0)
    }
}

fun main() {
    val policy = Trainer.train({ Lights() }, Training.of(Algorithm.dqn()).steps(3_000), 1).policy()
    check(policy.act(floatArrayOf(1f, 0f)) == 0 && policy.act(floatArrayOf(0f, 1f)) == 1) { "must have learned it" }
    println("left light: ${policy.act(floatArrayOf(1f, 0f))}, right light: ${policy.act(floatArrayOf(0f, 1f))}")
}
